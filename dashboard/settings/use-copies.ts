import { useState } from 'react';
import type {
  AccountSetting,
  ChangeableSetting,
  ServerSettings,
  ServerSettingsPosted,
  SettingProblemCode,
} from '#contract/owner/server-settings.ts';
import { useAct } from '../api.ts';
import { RequestError } from '../problem.ts';
import { useWords, type UseWords } from '../words.ts';

const SHOWN = ['COPY_TO', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID'] as const;
const NAMES = [...SHOWN, 'S3_SECRET_ACCESS_KEY'] as const;
/** `FOLDER`: COPY_TO as a folder, beside COPY_TO as a bucket. */
export type Name = (typeof NAMES)[number] | 'FOLDER';
type Typed = Record<Name, string>;
type Form = { isFolder: boolean; typed: Typed; isLocked: (name: Name) => boolean };
type Wrong = Partial<Record<Name, string>>;

/** Where copies go, as it is typed, tried and turned on. */
export function useCopies({ values, copies }: ServerSettings) {
  const { t } = useWords();
  const [isFolder, setFolder] = useState(false);
  const [typed, setTyped] = useState<Typed>(() => {
    const known = SHOWN.map((name) => [
      name,
      values[name].by === 'default' ? '' : (values[name].value ?? ''),
    ]);
    return { FOLDER: '', S3_SECRET_ACCESS_KEY: '', ...Object.fromEntries(known) } as Typed;
  });
  const [wrong, setWrong] = useState<Wrong>({});
  const { send, busy } = useAct<ServerSettings>('/server-settings');
  const isLocked = (name: Name) => SHOWN.some((one) => one === name && values[one].by === 'server');
  const form = { isFolder, typed, isLocked };

  /**
   * `trial`: turns nothing on. @returns whether the target takes copies; what is wrong is shown beside its field.
   * @throws Problem
   */
  async function turnOn(COPY_KEY: string, { trial = false } = {}): Promise<boolean> {
    const needed: Name[] = isFolder
      ? ['FOLDER']
      : ['COPY_TO', 'S3_ACCESS_KEY_ID', ...(copies?.hasSecret ? [] : ['S3_SECRET_ACCESS_KEY' as const])];
    const missing = needed.filter((name) => typed[name].trim() === '');
    setWrong(Object.fromEntries(missing.map((name) => [name, t('copies.missing')])));
    if (missing.length > 0) return false;
    try {
      await send({ changes: { ...changesOf(form), COPY_KEY }, trial } satisfies ServerSettingsPosted);
      return true;
    } catch (problem) {
      const found = wrongIn(problem, (name, code) => [fieldOf(name, code, form), said(code, isFolder, t)]);
      if (found === null) throw problem;
      setWrong(found);
      return false;
    }
  }

  return {
    ...form,
    setFolder(folder: boolean) {
      setFolder(folder);
      setWrong({});
    },
    write: (name: Name, text: string) => setTyped({ ...typed, [name]: text }),
    wrong,
    target: targetOf(form),
    turnOn,
    busy,
  };
}

/** As `COPY_TO` has it. */
function targetOf({ isFolder, typed }: Form): string {
  return isFolder ? typed.FOLDER.trim() : `s3://${typed.COPY_TO.trim().replace(/^s3:\/\//, '')}`;
}

/** A secret that is not typed stays; the rest that is empty goes back to its default. */
function changesOf(form: Form): Partial<Record<Exclude<ChangeableSetting, AccountSetting>, string | null>> {
  const COPY_TO = targetOf(form);
  if (form.isFolder) return { COPY_TO };
  const { S3_SECRET_ACCESS_KEY: secret } = form.typed;
  const open = SHOWN.filter((name) => !form.isLocked(name));
  return {
    ...Object.fromEntries(open.map((name) => [name, form.typed[name].trim() || null])),
    COPY_TO,
    ...(secret !== '' && { S3_SECRET_ACCESS_KEY: secret }),
  };
}

/** What is wrong with the target as a whole is said of COPY_TO. */
function fieldOf(name: Name, code: SettingProblemCode, { isFolder, isLocked }: Form): Name {
  if (name !== 'COPY_TO') return name;
  if (isFolder) return 'FOLDER';
  if (code === 'no-answer' && !isLocked('S3_ENDPOINT')) return 'S3_ENDPOINT';
  return code === 'not-taken' ? 'S3_SECRET_ACCESS_KEY' : 'COPY_TO';
}

/** `say`: of a setting and what is wrong with it, the field and the sentence. Null: it is about none of the fields. */
function wrongIn(
  problem: unknown,
  say: (name: Name, code: SettingProblemCode) => readonly [Name, string],
): Wrong | null {
  if (!(problem instanceof RequestError)) return null;
  const found = NAMES.flatMap((name) => {
    const code = problem.of(name) as SettingProblemCode | undefined;
    return code === undefined ? [] : [say(name, code)];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

function said(code: SettingProblemCode, isFolder: boolean, t: UseWords['t']): string {
  const kind = isFolder ? 'folder' : 'storage';
  switch (code) {
    case 'no-answer':
    case 'not-there':
    case 'not-taken':
    case 'full':
      return t(`copies.problems.${kind}.${code}`);
    case 'refused':
      return t(`copies.refused.${kind}`);
    case 'missing':
      return t('copies.missing');
    case 'set-by-server':
      return t('locked.text');
    default:
      return t(`copies.invalid.${kind}`);
  }
}
