/// <reference lib="esnext.disposable" />
import type { BestOptions, Image, Leaves, Lexicon, Move, Position, PositionOptions, Source } from './index.js';

/** Loads the module in a worker. The objects have the methods of `index.d.ts`, but these return promises. */
export function loadInWorker(module?: Exclude<Source, Response>): Promise<RemoteLexc>;

/** The same methods, with promises of their results. */
export type Remote<T, Other extends keyof T = never> = {
  readonly [K in Exclude<keyof T, Other | keyof Closing>]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : T[K];
} & RemoteResource;

interface Closing { isClosed: unknown; close: unknown; [Symbol.dispose]: unknown; [Symbol.iterator]: unknown }

export interface RemoteResource extends AsyncDisposable {
  /** Gives the object's memory in the worker back. */
  close(): Promise<void>;
}

export interface RemoteLexc extends RemoteResource {
  open(image: Image): Promise<RemoteLexicon>;
  /** Ends the worker. Calls that wait for it fail with a `ClosedError`. */
  close(): Promise<void>;
}

export type RemoteLexicon = Remote<Lexicon, 'words' | 'openLeaves' | 'position'> & AsyncIterable<string> & {
  words(): AsyncIterableIterator<string>;
  openLeaves(image: Image, options?: { sums?: boolean }): Promise<RemoteLeaves>;
  position(cgp?: string, options?: PositionOptions): Promise<RemotePosition>;
};

export type RemoteLeaves = Remote<Leaves, 'lexicon'> & { readonly lexicon: RemoteLexicon };

export type RemotePosition = Remote<Position, 'best' | 'lexicon'> & {
  readonly lexicon: RemoteLexicon;
  best(count?: number, options?: Omit<BestOptions, 'leaves'> & { leaves?: RemoteLeaves }): Promise<Move[]>;
};
