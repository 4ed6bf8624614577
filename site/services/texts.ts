import { servicesEn, type ServicesText } from '../text/services.en.ts';
import { servicesPt } from '../text/services.pt.ts';
import { wording } from '../text/wording.ts';

export const servicesTexts = wording<ServicesText>('services', { en: servicesEn, pt: servicesPt });
