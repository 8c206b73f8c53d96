import { Link, type LinkProps } from 'react-router'

/** A link in a sentence, with room for a finger. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...props}
      className="-my-2 inline-block py-2 font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-ink"
    />
  )
}
