import { MAX_SERVICES } from '#contract/content/limits.ts';
import { LANGUAGES } from '#contract/language.ts';
import { Warn } from '../../parts/Warn.tsx';
import { useWords } from '../../words.ts';
import { Collision } from '../autosave/Collision.tsx';
import type { EditorPlace, Site } from '../draft.ts';
import { List } from '../parts/List.tsx';
import { nameIn } from '../values.ts';
import { useFact } from '../use-fact.ts';
import { One } from './One.tsx';

const ITEMS = 'text.services.items';
const MEMBERS = ['name', 'text', 'includes'];
const PLACES = Array.from({ length: MAX_SERVICES }, (_place, at) => at);
/** Own words that count the services. */
const COUNTING = ['text.services.title', 'text.meta.services.description'];

/** Whether a field is edited within the list of services. */
export function isInServiceList(name: string): boolean {
  return name.startsWith(`${ITEMS}.`);
}

/** The services in their order, each with its words: one that is removed keeps them. */
export function ServiceList({ site, place }: { site: Site; place: EditorPlace }) {
  const { t, language } = useWords();
  const { value, set, save } = useFact(site, 'services');
  const nameOf = (at: number) => nameIn(site, ITEMS, at, language);
  const unused = PLACES.filter((at) => !value.includes(at));
  return (
    <>
      <List
        items={value}
        onChange={(places) => {
          set([...places]);
          save();
        }}
        nameOf={nameOf}
        blank={() => unused.find((at) => nameOf(at) === '') ?? unused[0] ?? 0}
        add={t('editor.addService')}
        most={MAX_SERVICES}
      >
        {(at) =>
          MEMBERS.map((member) => (
            <One key={member} name={`${ITEMS}.${at}.${member}`} site={site} place={place} />
          ))
        }
      </List>
      <Miscounted site={site} n={value.length} />
      <Collision site={site} names={['services']} />
    </>
  );
}

/** Our own words say how many services are ours. */
function Miscounted({ site, n }: { site: Site; n: number }) {
  const { t } = useWords();
  const ours = site.field('services')?.own;
  const isOurs = (key: string) => site.valueOf(key) === site.field(key)?.own;
  const isSaid = COUNTING.some((name) => LANGUAGES.some((language) => isOurs(`${name}.${language}`)));
  if (!Array.isArray(ours) || n === ours.length || !isSaid) return null;
  return <Warn>{t('editor.miscounted', { n: ours.length, shown: n })}</Warn>;
}
