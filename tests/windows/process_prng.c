// bcryptprimitives.dll for versions of wine that lack it; Rust's std calls its only function at the start of each program.
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T len) { return RtlGenRandom(bytes, (ULONG)len); }
