/** HTML that the server has made of Markdown; it can contain no scripts (ADR 0063). */
export function RenderedHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has made it of Markdown without HTML
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
