import { transliterate } from 'transliteration'
import { LONGEST_CATEGORY_NAME, slugOf } from './categories.ts'

/**
 * The slug of a name in any script, in at most 80 characters; '' for a name without letters and digits.
 * Not in the contract's index: its tables are 55 kB that no shopper's page needs.
 */
export const makeSlug = (name: string): string =>
  slugOf(transliterate(name.normalize('NFKC')).replace(/['`@]/g, ''))
    .replace(/^-/, '')
    .slice(0, LONGEST_CATEGORY_NAME)
    .replace(/-$/, '')
