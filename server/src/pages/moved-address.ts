const KNOWN =
  /^\/($|(search|sale|cart|about|contact|privacy-policy|terms-of-service|product|product-category|auth|account|dashboard)(\/|$))/

/**
 * The one address of a page that was asked for with capitals, doubled slashes or a trailing one, its query kept; undefined
 * when it was asked for rightly. Only the shop's own paths move, so no address leads to another site.
 */
export function movedTo(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  const right = path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  return right !== path && KNOWN.test(right) ? right + url.slice(path.length) : undefined
}
