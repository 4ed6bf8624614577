import { readFile } from 'node:fs/promises';
import { FILE_KINDS, fileKind, type FileFacts } from '#contract/content/file-kinds.ts';
import type { ValueFault } from '#contract/content/problems.ts';
import type { FileJob } from './order.ts';
import { isLocked, pagesOf } from './pdf.ts';
import { drawSvgLogo } from './pictures/logo.ts';
import { openPicture, PhotoError } from './pictures/open.ts';
import { sizeOfSvg } from './pictures/svg.ts';

/** Checks a file of the owner. @returns what it is, or why it cannot be used. */
export async function inspectFile({ file }: FileJob): Promise<FileFacts | ValueFault> {
  const content = await readFile(file);
  const kind = fileKind(content.subarray(0, 1024).toString('latin1'));
  try {
    switch (kind) {
      case null:
        return { code: 'file', limit: FILE_KINDS.join('|') };
      case 'pdf':
        return isLocked(content) ? { code: 'book-locked', limit: '' } : { kind, pages: pagesOf(content) };
      case 'epub':
        return { kind, pages: null };
      case 'svg': {
        const { width, height } = sizeOfSvg(await drawSvgLogo(content));
        return { kind, width, height };
      }
      default: {
        const { width, height } = await openPicture(content);
        return { kind, width, height };
      }
    }
  } catch (error) {
    if (error instanceof PhotoError) return error.fault;
    throw error;
  }
}
