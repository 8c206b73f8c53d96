import type { Assets } from './lib/page-data.ts'
import type { Elements } from './ui/cx.ts'

export const PAGE_DATA_ID = 'page-data'

interface DocumentProps {
  assets: Assets
  scripts?: string[]
  data: string
  children: Elements
}

/**
 * The HTML document, the same for every visitor. `data` is JSON text that the browser parses to hydrate. The page is
 * readable before its scripts run, so fonts and pictures load first: the early script loads the `scripts`, entry first.
 */
export function Document({ assets, scripts, data, children }: DocumentProps) {
  return (
    <html lang="en" data-theme={assets.isLight ? 'light' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)" />
        <meta
          name="theme-color"
          content={assets.isLight ? '#fbfaf6' : '#15110e'}
          media="(prefers-color-scheme: dark)"
        />
        <link rel="icon" href={assets.icon ?? '/favicon.svg'} type={assets.icon ? 'image/webp' : 'image/svg+xml'} />
        <script type="module" async src={assets.earlyScript} data-scripts={scripts?.join(' ')} />
        {assets.styles.map(href => (
          <link key={href} rel="stylesheet" href={href} precedence="all" />
        ))}
      </head>
      <body>
        {children}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped, and not executable */}
        <script id={PAGE_DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
      </body>
    </html>
  )
}
