import type { ReactElement } from 'react'

/** Joins class names; falsy ones are left out. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/**
 * Children that stand beside others: elements without bare text. A page translator replaces text nodes, and React then
 * fails to move or remove them.
 */
export type Elements = ReactElement | boolean | null | undefined | '' | readonly Elements[]
