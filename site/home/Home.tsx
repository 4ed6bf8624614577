import { Closing } from '../closing/Closing.tsx';
import { useLanguage } from '../language/use-language.ts';
import { servicesTexts } from '../services/texts.ts';
import type { PageProps } from '../shell/pages.ts';
import { values } from '../values.ts';
import { Books } from './Books.tsx';
import { CaseStudy } from './CaseStudy.tsx';
import { Hero } from './Hero.tsx';
import { Method } from './Method.tsx';
import { ServiceRows } from './ServiceRows.tsx';
import { homeTexts } from './texts.ts';

export default function Home(_props: PageProps) {
  const words = homeTexts[useLanguage().language];
  const { closingLead } = servicesTexts[useLanguage().language];
  return (
    <>
      <Hero />
      <ServiceRows />
      <Method />
      {values.caseStudy !== null && <CaseStudy story={values.caseStudy} />}
      <Books />
      <Closing title={words.closingTitle} lead={closingLead} action={words.closingCta} />
    </>
  );
}
