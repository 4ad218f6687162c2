// Looks up words, and prints the five best plays of a position.
//
//     Best.exe IMAGE POSITION [WORD...]
//
// POSITION is a line of CGP. Exit code: 0 done, 1 a text or a file is not readable, 2 wrong usage.
using System;
using System.Runtime.InteropServices;
using System.Text;

/// The functions of lexc.h that the program calls.
static class Lexc
{
    /// The SONAME, so that a library with another interface is not loaded.
    const string Library = "liblexc.so.1";

    /// Bytes of the handles, by the `opaque` members in lexc.h.
    public const int MapBytes = 8 * 8, LexiconBytes = 8 * 96, RulesBytes = 8 * 144, PositionBytes = 8 * 1568;
    public const int TextBytes = 1024;

    /// A lexc_checks.
    public const int CheckAll = 0;

    /// lexc_error.
    [StructLayout(LayoutKind.Sequential)]
    public struct Error
    {
        public int Status;
        public uint Line, Column;
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 512)]
        public byte[] Message;
    }

    /// lexc_play: the library reads all of its 32 bytes, the program reads only the first member.
    [StructLayout(LayoutKind.Sequential, Size = 32)]
    public struct Play
    {
        public int Score;
    }

    [DllImport(Library)]
    public static extern IntPtr lexc_status_text(int status);
    [DllImport(Library)]
    public static extern int lexc_map_open(IntPtr map, byte[] path, out Error error);
    [DllImport(Library)]
    public static extern int lexc_map_image(IntPtr map, out IntPtr image, out UIntPtr imageBytes);
    [DllImport(Library)]
    public static extern int lexc_map_close(IntPtr map);
    [DllImport(Library)]
    public static extern int lexc_lexicon_open(IntPtr lexicon, IntPtr image, UIntPtr imageBytes, int checks, out Error error);
    [DllImport(Library)]
    public static extern int lexc_contains(IntPtr lexicon, byte[] word, [MarshalAs(UnmanagedType.I1)] out bool isWord,
        out Error error);
    [DllImport(Library)]
    public static extern int lexc_rules_parse(IntPtr rules, IntPtr lexicon, byte[] text, byte[] cgp, out Error error);
    [DllImport(Library)]
    public static extern int lexc_position_parse(IntPtr position, IntPtr lexicon, IntPtr rules, byte[] cgp, out Error error);
    [DllImport(Library)]
    public static extern int lexc_best_plays(IntPtr position, [Out] Play[] plays, UIntPtr capacity, out UIntPtr count);
    [DllImport(Library)]
    public static extern int lexc_play_text(IntPtr position, ref Play play, byte[] text, UIntPtr textBytes, out UIntPtr len);
}

/// A mapped image, with its lexicon, rules and position. Handles lie in memory that the garbage collector does not move.
sealed class Lexicon : IDisposable
{
    readonly IntPtr map = Marshal.AllocHGlobal(Lexc.MapBytes);
    readonly IntPtr lexicon = Marshal.AllocHGlobal(Lexc.LexiconBytes);
    readonly IntPtr rules = Marshal.AllocHGlobal(Lexc.RulesBytes);
    readonly IntPtr position = Marshal.AllocHGlobal(Lexc.PositionBytes);
    Lexc.Error error;

    /// Maps an image and checks all of it.
    public Lexicon(string path)
    {
        // Dispose is safe even after a failure of lexc_map_open: lexc_map_close refuses the handle.
        try
        {
            Check(Lexc.lexc_map_open(map, Utf8(path), out error));
            IntPtr image;
            UIntPtr imageBytes;
            Check(Lexc.lexc_map_image(map, out image, out imageBytes));
            Check(Lexc.lexc_lexicon_open(lexicon, image, imageBytes, Lexc.CheckAll, out error));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public bool Contains(string word)
    {
        bool isWord;
        Check(Lexc.lexc_contains(lexicon, Utf8(word), out isWord, out error));
        return isWord;
    }

    /// Prints the best plays of a position by score, with the usual rules and the board of the position's size.
    public void PrintBest(string cgp, int most)
    {
        Check(Lexc.lexc_rules_parse(rules, lexicon, Utf8(""), Utf8(cgp), out error));
        Check(Lexc.lexc_position_parse(position, lexicon, rules, Utf8(cgp), out error));
        var plays = new Lexc.Play[most];
        UIntPtr count;
        Check(Lexc.lexc_best_plays(position, plays, (UIntPtr)(uint)most, out count));
        for (int i = 0; i < (int)count; i++)
        {
            var text = new byte[Lexc.TextBytes];
            UIntPtr len;
            Check(Lexc.lexc_play_text(position, ref plays[i], text, (UIntPtr)Lexc.TextBytes, out len));
            Console.WriteLine("{0}  {1}", plays[i].Score, Encoding.UTF8.GetString(text, 0, (int)len));
        }
    }

    public void Dispose()
    {
        Lexc.lexc_map_close(map);
        foreach (var handle in new[] { map, lexicon, rules, position })
        {
            Marshal.FreeHGlobal(handle);
        }
    }

    /// Throws the message of a failure, or the text of its status if the function describes no failures.
    void Check(int status)
    {
        if (status < 0)
        {
            throw new InvalidOperationException(status == error.Status
                ? Encoding.UTF8.GetString(error.Message, 0, Array.IndexOf(error.Message, (byte)0))
                : Marshal.PtrToStringAnsi(Lexc.lexc_status_text(status)));
        }
    }

    static byte[] Utf8(string text)
    {
        return Encoding.UTF8.GetBytes(text + "\0");
    }
}

static class Best
{
    static int Main(string[] arguments)
    {
        if (arguments.Length < 2)
        {
            Console.Error.WriteLine("usage: Best.exe IMAGE POSITION [WORD...]");
            return 2;
        }
        try
        {
            using (var lexicon = new Lexicon(arguments[0]))
            {
                for (int i = 2; i < arguments.Length; i++)
                {
                    Console.WriteLine("{0}: {1}", arguments[i], lexicon.Contains(arguments[i]) ? "a word" : "no word");
                }
                lexicon.PrintBest(arguments[1], 5);
                return 0;
            }
        }
        catch (InvalidOperationException error)
        {
            Console.Error.WriteLine("best: {0}", error.Message);
            return 1;
        }
    }
}
