import { Link as BrowserLink, type LinkProps } from 'react-router'

/** A link within the shop. On the server nothing is pressed, and what the router prepares for that is a tenth of the work of a page. */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

function ServerLink(props: LinkProps) {
  const { to, onClick, viewTransition, reloadDocument, preventScrollReset, replace, state, ...attributes } = props
  if (typeof to !== 'string' || !to.startsWith('/')) return <BrowserLink {...props} discover="none" />
  return <a {...attributes} href={to} />
}
