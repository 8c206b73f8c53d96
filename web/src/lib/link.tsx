import { Link as BrowserLink, type LinkProps } from 'react-router'

/** A link within the shop. On the server nothing is pressed, and what the router prepares for that is a tenth of the work of a page. */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

/** A path from the start, or an address of another site: neither needs a router, and markup that is kept is made without one. */
const WHOLE = /^(\/|[a-z][a-z\d+.-]*:)/i

function ServerLink(props: LinkProps) {
  const { to, onClick, viewTransition, reloadDocument, preventScrollReset, replace, state, ...attributes } = props
  if (typeof to !== 'string' || !WHOLE.test(to)) return <BrowserLink {...props} discover="none" />
  return <a {...attributes} href={to} />
}
