import { SHOP } from '@mela/contract'
import { pack } from './page-cache.ts'

/** What stands in for a page that could not be rendered: needs nothing, so it cannot fail itself. */
export const failurePage = await pack({
  status: 500,
  isWhole: true,
  tags: new Set(),
  html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Something went wrong · ${SHOP.name}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;background:#fbfaf6;color:#211c18;display:grid;place-content:center;min-height:100vh;margin:0;text-align:center}a{color:#7a1f2d}</style></head>
<body><main><h1>Something went wrong</h1><p>The page could not be shown. Please try again in a moment.</p>
<p><a href="">Reload</a> · <a href="/">Home</a></p></main></body></html>`,
})
