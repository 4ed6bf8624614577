import { Failed } from '#server/failed.ts';

/** Where copies are kept. Everything throws a TargetError if the target is the reason. */
export type Target = {
  /** Whole or not at all, as far as the target can. `file`: on this machine. */
  put(name: string, file: string): Promise<void>;
  get(name: string): Promise<ReadableStream<Uint8Array>>;
  /** All objects in its folder, in any order. */
  list(): AsyncIterable<{ name: string; bytes: number }>;
  remove(name: string): Promise<void>;
};

/** `not-there`: no such bucket or folder. `not-taken`: the key is wrong, or may not do this. */
export type TargetCode = 'no-answer' | 'not-there' | 'not-taken' | 'full' | 'failed';

/** `message`: for the operator; holds no secret. */
export class TargetError extends Failed {
  readonly code: TargetCode;
  constructor(code: TargetCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** `to`: `s3://bucket/folder`, or a folder of this machine. */
export type TargetSettings = {
  to: string;
  region: string;
  endpoint: string | null;
  keyId: string | null;
  secret: string | null;
};

/** Loads the client of S3 only for one. */
export async function openTarget(settings: TargetSettings): Promise<Target> {
  if (!settings.to.startsWith('s3://'))
    return import('./folder-target.ts').then(({ folderTarget }) => folderTarget(settings.to));
  const { s3Target } = await import('./s3-target.ts');
  return s3Target(settings);
}
