import type { LinkProps } from 'react-router'
import { Link } from '../../lib/link.tsx'
import { textLink } from '../../ui/buttons/text-link.ts'
import { cx } from '../../ui/layout/cx.ts'

/** A link in a sentence, large enough for touch. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className={cx(textLink, '-my-2 inline-block py-2')} />
}
