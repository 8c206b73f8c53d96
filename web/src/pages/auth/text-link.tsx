import { Link, type LinkProps } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { textLink } from '../../ui/text-link.ts'

/** A link in a sentence, with room for a finger. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className={cx(textLink, '-my-2 inline-block py-2')} />
}
