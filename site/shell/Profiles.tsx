import { filled } from '#contract/words.ts';
import hidden from '#ui/hidden.module.css';
import { Icon } from '#ui/icons.tsx';
import { useLanguage } from '../language/use-language.ts';
import { values } from '../values.ts';

/** Whether the owner has any. */
export const hasProfiles = () => values.profiles.length > 0;

/** Links to the owner's profiles. `className`: of each. */
export function Profiles({ className }: { className?: string | undefined }) {
  const { text } = useLanguage();
  return values.profiles.map(({ network, href, icon }) => (
    <a key={href} className={className} href={href} target="_blank" rel="noopener">
      <Icon stroke={1.6}>
        <path d={icon} />
      </Icon>
      <span className={hidden.hidden}>{filled(text.profile, { network })}</span>{' '}
    </a>
  ));
}
