import { transliterate } from 'transliteration'
import { LONGEST_CATEGORY_NAME, slugOf } from './categories.ts'

/** The tables of other scripts are 55 kB that no shopper's page needs, so the index leaves this out. */
export const makeSlug = (name: string): string =>
  slugOf(transliterate(name.normalize('NFKC')).replace(/['`@]/g, ''))
    .replace(/^-/, '')
    .slice(0, LONGEST_CATEGORY_NAME)
    .replace(/-$/, '')
