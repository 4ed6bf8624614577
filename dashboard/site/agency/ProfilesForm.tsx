import { MAX_PROFILES } from '#contract/content/limits.ts';
import { NETWORK_NAMES, networkOf } from '#contract/content/networks.ts';
import { OWN_SITE } from '#contract/content/own-site.ts';
import { Icon } from '#ui/icons.tsx';
import { Field } from '../../parts/Field.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { List } from '../parts/List.tsx';
import { useFact } from '../use-fact.ts';
import { mustOf } from './must.ts';
import styles from './ProfilesForm.module.css';

/** Profiles on social networks; the address says which network it is. */
export function ProfilesForm({ site }: { site: Site }) {
  const words = useWords();
  const { t } = words;
  const { value, set, save, problems } = useFact(site, 'social');
  const isOurs = site.valueOf('brand.name') === OWN_SITE.brand.name;
  const shown = value ?? (isOurs ? OWN_SITE.profiles.map(({ href }) => href) : []);
  return (
    <List
      items={shown}
      onChange={(profiles) => set([...profiles])}
      nameOf={(address) => networkOf(address)?.name ?? address}
      blank={() => ''}
      add={t('brand.addProfile')}
      most={MAX_PROFILES}
    >
      {(address, change, at) => (
        <Profile
          address={address}
          at={`[${at}]`}
          error={address === '' ? null : mustOf(words, problems, `[${at}]`)}
          onChange={change}
          onLeave={save}
        />
      )}
    </List>
  );
}

type ProfileProps = {
  address: string;
  at: string;
  error: string | null;
  onChange: (address: string) => void;
  onLeave: () => void;
};

function Profile({ address, at, error, onChange, onLeave }: ProfileProps) {
  const { t } = useWords();
  const network = networkOf(address);
  return (
    <div className={styles.profile}>
      {network !== null && (
        <Icon stroke={1.6}>
          <path d={network.icon} />
        </Icon>
      )}
      <Field
        label={network?.name ?? t('brand.profile')}
        data-field="social"
        data-at={at}
        type="url"
        autoComplete="off"
        hint={address === '' ? NETWORK_NAMES.join(', ') : undefined}
        error={error}
        value={address}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => {
          const whole = withScheme(address.trim());
          if (whole !== address) onChange(whole);
          onLeave();
        }}
      />
    </div>
  );
}

/** As people type an address. */
function withScheme(typed: string): string {
  return typed === '' || typed.includes('://') ? typed : `https://${typed}`;
}
