import { Closing } from '../closing/Closing.tsx';
import { useLanguage } from '../language/use-language.ts';
import { servicesTexts } from '../services/texts.ts';
import { Part } from '../shell/Part.tsx';
import type { PageProps } from '../shell/pages.ts';
import { Books } from './Books.tsx';
import { Hero } from './Hero.tsx';
import { Method } from './Method.tsx';
import { ServiceRows } from './ServiceRows.tsx';
import { homeTexts } from './texts.ts';
import { Work } from './Work.tsx';

export default function Home(_props: PageProps) {
  const words = homeTexts[useLanguage().language];
  const { closingLead } = servicesTexts[useLanguage().language];
  return (
    <>
      <Hero />
      <Part name="home.case">
        <Work />
      </Part>
      <Part name="home.services">
        <ServiceRows />
      </Part>
      <Part name="home.method">
        <Method />
      </Part>
      <Part name="home.books">
        <Books />
      </Part>
      <Closing title={words.closingTitle} lead={closingLead} action={words.closingCta} />
    </>
  );
}
