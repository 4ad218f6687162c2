/// <reference lib="esnext.disposable" />
import type { BestOptions, Game, GameOptions, Image, Leaves, Lexicon, Move, Position, PositionOptions, Source } from './index.js';

/**
 * Loads the module in a worker. The objects have the methods of `index.d.ts`, but these return promises, and `words()` returns an
 * async iterator.
 */
export function loadInWorker(module?: Exclude<Source, Response>): Promise<RemoteLexc>;

/** The members of `T`, except `Other` and those of `Closing`; its methods return promises. */
export type Remote<T, Other extends keyof T = never> = {
  readonly [K in Exclude<keyof T, Other | keyof Closing>]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : T[K];
} & RemoteResource;

interface Closing { isClosed: unknown; close: unknown; [Symbol.dispose]: unknown; [Symbol.iterator]: unknown }

export interface RemoteResource extends AsyncDisposable {
  /** Gives back the object's memory in the worker. */
  close(): Promise<void>;
}

export interface RemoteLexc extends RemoteResource {
  open(image: Image): Promise<RemoteLexicon>;
  /** Ends the worker. Calls without an answer, and later calls, fail with a `ClosedError`. */
  close(): Promise<void>;
}

export type RemoteLexicon = Remote<Lexicon, 'words' | 'whole' | 'view' | 'openLeaves' | 'position' | 'game'> & AsyncIterable<string> & {
  words(): AsyncIterableIterator<string>;
  view(expression: string): Promise<RemoteLexicon>;
  openLeaves(image: Image): Promise<RemoteLeaves>;
  position(cgp?: string, options?: PositionOptions): Promise<RemotePosition>;
  game(cgp?: string, options?: Omit<GameOptions, 'random'>): Promise<RemoteGame>;
};

export type RemoteLeaves = Remote<Leaves, 'lexicon'> & { readonly lexicon: RemoteLexicon };

export type RemoteBestOptions = Omit<BestOptions, 'leaves'> & { leaves?: RemoteLeaves };

export type RemoteGame = RemotePosition & Remote<Game, 'best' | 'moves' | 'lexicon'>;

export type RemotePosition = Remote<Position, 'best' | 'moves' | 'lexicon'> & {
  readonly lexicon: RemoteLexicon;
  best(count?: number, options?: RemoteBestOptions): Promise<Move[]>;
  moves(count?: number, options?: RemoteBestOptions): Promise<Move[]>;
};
