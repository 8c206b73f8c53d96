import type { ReactElement } from 'react'

/**
 * Children that stand beside others: elements without bare text. A page translator replaces text nodes, and React then
 * fails to move or remove them.
 */
export type Elements = ReactElement | boolean | null | undefined | '' | readonly Elements[]
