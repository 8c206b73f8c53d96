import { paths } from '../shared/paths.ts'
import { BANNER } from '../shared/shop.ts'
import type { HomeInfo } from './shop-info.ts'

export const SECTIONS_OF_HOME = ['categories', 'sale', 'recommended', 'viewed', 'help'] as const

/** Pages load this file, so it does without zod. */
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
  sections: SECTIONS_OF_HOME.map(section => ({ section, title: null })),
}
