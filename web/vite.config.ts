import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

/** What of React Router navigates, half of it; pages/full-router.ts loads it (ADR 0048). */
const fullRouter = {
  name: 'full-router',
  test: /pages\/full-router|react-router\/dist\/production\/lib\/router\/(router|instrumentation)\.js$/,
  includeDependenciesRecursively: false,
}

/** Rarely changed modules are one file, which browsers cache; the first view then needs little beside it. */
const vendor = {
  name: 'vendor',
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
  includeDependenciesRecursively: false,
}

const ofRouter = /react-router\/dist\/.*\/(hooks|components|dom\/lib|dom\/server)\.js$/
const withoutFramework = fileURLToPath(new URL('src/pages/without-framework.ts', import.meta.url))

/**
 * The parts of React Router that a first view needs import a few constants of those that navigate, which come from a second copy of the
 * file, and components of its framework mode, which is not used; neither are React Query's infinite queries.
 */
const leanLibraries = {
  name: 'lean-libraries',
  enforce: 'pre' as const,
  async resolveId(this: Rolldown.PluginContext, source: string, importer = '') {
    if (source.endsWith('/infiniteQueryBehavior.js')) return withoutFramework
    if (!ofRouter.test(importer)) return null
    if (source.endsWith('/ssr/components.js')) return withoutFramework
    if (!source.endsWith('/router/router.js')) return null
    const module = await this.resolve(source, importer, { skipSelf: true })
    return module && `${module.id}?constants`
  },
  // What keeps components that nothing uses: their names for developers, and calls that are not marked as free of effects.
  transform: (code: string, id: string) =>
    id.includes('/react-router/dist/')
      ? code
          .replace(/^\w+\.displayName = .*$/gm, '')
          .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(')
      : null,
}

/** Runs before all else. */
const earlyEntry = 'src/lib/browser/early-clicks.ts'
const early = { name: 'early', test: /browser\/(early-clicks|first-touch|guest|kept-clicks|place)/ }

/** Modules of every view that the entry does not import, and modules too small for a file of their own. */
const borrowed =
  /ui\/values\/icon\.ts|contract\/src\/\w+\/(constants|money|options-text|paths|pictures|pricing|shop|totals)\.ts|cart\/cart-product|storefront\/missing-page|ui\/(layout\/breadcrumb|controls\/(quantity-\w+|select-box)|values\/(line-options|rating|stock-note))\.tsx/

/** The shop's own code of the first view, also in one file: many small ones wait for each other. */
const shop = {
  debugName: 'shop',
  name: (id: string, context: Rolldown.ChunkingContext) =>
    borrowed.test(id) || isInFirstView(id, context) ? 'shop' : null,
}

/** Icons of several pages; each is too small for a file of its own, and those of staff are not for shoppers. */
const icons = {
  ...{ name: 'icons', test: /lucide-react/, minShareCount: 2 },
  ...{ entriesAware: true, entriesAwareMergeThreshold: 800 },
}

/** Modules that the first view of a product does not need; the rest of home is cards and sections of other pages too. */
const homeOnly =
  /storefront\/(home-|texts\/help-block|recently-viewed-section)|catalog\/(category-row|home-products|collections)|lib\/home\.ts|recently-viewed\.store/

/** Whether the entry or home imports it statically. */
function isInFirstView(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (!id.includes('/web/src/') || homeOnly.test(id) || seen.has(id)) return false
  seen.add(id)
  if (id.endsWith('/entry-client.tsx')) return true
  const importers = context.getModuleInfo(id)?.importers ?? []
  return importers.some(importer => homeOnly.test(importer) || isInFirstView(importer, context, seen))
}

/** Every icon of lucide-react imports its renderer by this name. */
const ownIcons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: fileURLToPath(new URL('src/ui/values/icon.ts', import.meta.url)),
}

/** Vite's own loads the styles of a chunk first, of which there are none beside the page's, and takes 1 kB. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre' as const,
  load: (id: string) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : null),
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), plainImports, ...(isSsrBuild ? [] : [leanLibraries])],
  resolve: { alias: [ownIcons] },
  // One self-contained server bundle: nothing to resolve at start, and React's production build.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    // Naming every file of a page would enlarge all pages; links are prefetched in time anyway.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['src/entry-client.tsx', earlyEntry],
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: { groups: [early, fullRouter, vendor, shop, icons] },
            // Every page names its files twice: that of icons would name all pages that have them.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          },
        },
  },
}))
