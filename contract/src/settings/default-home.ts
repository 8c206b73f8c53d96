import { paths } from '../shared/paths.ts'
import { BANNER } from '../shared/shop.ts'
import type { HomeInfo } from './shop-info.ts'

/** Every page loads the other defaults, home alone these. */
export const DEFAULT_HOME: HomeInfo = {
  hero: {
    eyebrow: BANNER.eyebrow,
    title: BANNER.title,
    text: BANNER.text,
    action: BANNER.action,
    link: paths.sale,
    picture: null,
    pictureOnPhones: null,
  },
  sections: [
    { section: 'categories', title: null },
    { section: 'sale', title: null },
    { section: 'recommended', title: null },
    { section: 'viewed', title: null },
    { section: 'help', title: null },
  ],
}
