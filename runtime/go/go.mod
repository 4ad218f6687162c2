// A placeholder, as the address of the repository in Cargo.toml: the first publication replaces it.
module example.org/lexc/runtime/go

go 1.19
