import { useState } from 'react';
import type {
  ChangeableSetting,
  ServerSettings,
  SettingProblemCode,
} from '#contract/owner/server-settings.ts';
import { useAct } from '../api.ts';
import { Problem } from '../problem.ts';
import { useWords, type UseWords } from '../words.ts';

const NAMES = ['COPY_TO', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
export type Name = (typeof NAMES)[number];
type Typed = Record<Name, string>;

/** Where copies go, as it is typed and turned on. */
export function useCopies({ values }: ServerSettings) {
  const { t } = useWords();
  const known = (name: Exclude<Name, 'S3_SECRET_ACCESS_KEY'>) =>
    values[name].by === 'default' ? '' : (values[name].value ?? '');
  const [isFolder, setFolder] = useState(false);
  const [typed, setTyped] = useState<Typed>({
    COPY_TO: '',
    S3_ENDPOINT: known('S3_ENDPOINT'),
    S3_REGION: known('S3_REGION'),
    S3_ACCESS_KEY_ID: known('S3_ACCESS_KEY_ID'),
    S3_SECRET_ACCESS_KEY: '',
  });
  const [wrong, setWrong] = useState<Partial<Record<Name, string>>>({});
  const act = useAct<ServerSettings>('/server-settings');

  /** @returns false if what is typed is wrong. @throws Problem */
  async function turnOn(COPY_KEY: string): Promise<boolean> {
    try {
      await act.send({ changes: { ...changesOf(typed, isFolder), COPY_KEY } });
      return true;
    } catch (problem) {
      const found = wrongIn(problem, t);
      if (found === null) throw problem;
      setWrong(found);
      return false;
    }
  }

  /** Whether a key may be made: before it, nothing is sent. */
  function isNamed(): boolean {
    const isMissing = typed.COPY_TO.trim() === '';
    setWrong(isMissing ? { COPY_TO: t('copies.missing') } : {});
    return !isMissing;
  }

  return {
    isFolder,
    setFolder,
    typed,
    write: (name: Name, text: string) => setTyped({ ...typed, [name]: text }),
    wrong,
    isNamed,
    turnOn,
  };
}

/** A secret that is not typed stays; the rest that is empty goes back to its default. */
function changesOf(typed: Typed, isFolder: boolean): Partial<Record<ChangeableSetting, string | null>> {
  const to = typed.COPY_TO.trim();
  if (isFolder) return { COPY_TO: to };
  const { S3_SECRET_ACCESS_KEY: secret } = typed;
  return {
    COPY_TO: `s3://${to.replace(/^s3:\/\//, '')}`,
    S3_ENDPOINT: typed.S3_ENDPOINT.trim() || null,
    S3_REGION: typed.S3_REGION.trim() || null,
    S3_ACCESS_KEY_ID: typed.S3_ACCESS_KEY_ID.trim() || null,
    ...(secret !== '' && { S3_SECRET_ACCESS_KEY: secret }),
  };
}

/** Null: it is about none of the fields. */
function wrongIn(problem: unknown, t: UseWords['t']): Partial<Record<Name, string>> | null {
  if (!(problem instanceof Problem)) return null;
  const found = NAMES.flatMap((name) => {
    const code = problem.of(name) as SettingProblemCode | undefined;
    return code === undefined ? [] : [[name, said(code, t)] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

function said(code: SettingProblemCode, t: UseWords['t']): string {
  switch (code) {
    case 'no-answer':
    case 'not-there':
    case 'not-taken':
    case 'full':
      return t(`copies.problems.${code}`);
    case 'refused':
      return t('copies.problems.failed');
    case 'missing':
      return t('copies.missing');
    default:
      return t('copies.invalid');
  }
}
