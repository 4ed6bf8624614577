import hidden from '#ui/hidden.module.css';
import { Instagram, LinkedIn } from '#ui/icons.tsx';
import { useLanguage } from '../language/use-language.ts';
import { values } from '../values.ts';

const ICONS = [
  ['instagram', Instagram],
  ['linkedin', LinkedIn],
] as const;

/** Whether the owner has any. */
export function hasProfiles(): boolean {
  return ICONS.some(([network]) => values.social[network] !== null);
}

/** Links to the owner's profiles. `className`: of each. */
export function Profiles({ className }: { className?: string | undefined }) {
  const { socials } = useLanguage().text;
  return ICONS.map(([network, Icon]) => {
    const href = values.social[network];
    return (
      href !== null && (
        <a key={network} className={className} href={href} target="_blank" rel="noopener">
          <Icon />
          <span className={hidden.hidden}>{socials[network]}</span>{' '}
        </a>
      )
    );
  });
}
