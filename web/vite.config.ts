import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

/** The half of React Router that navigates, as a chunk that pages/full-router.ts loads (ADR 0048). */
const fullRouter = {
  name: 'full-router',
  test: /pages\/full-router|react-router\/dist\/production\/lib\/router\/(router|instrumentation)\.js$/,
  includeDependenciesRecursively: false,
}

/** Libraries, which change rarely, in one file: browsers cache it over releases of the shop. */
const vendor = {
  name: 'vendor',
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
  includeDependenciesRecursively: false,
}

const ofRouter = /react-router\/dist\/.*\/(hooks|components|dom\/lib|dom\/server)\.js$/
const withoutFramework = fileURLToPath(new URL('src/pages/without-framework.ts', import.meta.url))

/**
 * Keeps unused code out of the first view. React Router's other parts need a few constants of the part that navigates:
 * they get them from a second copy of that file, from which the rest is removed. Stubs replace the components of its
 * framework mode and React Query's infinite queries, which the shop does not use.
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
  // Removes what prevents tree shaking: names for developers, and calls that are not marked as free of side effects.
  transform: (code: string, id: string) =>
    id.includes('/react-router/dist/')
      ? code
          .replace(/^\w+\.displayName = .*$/gm, '')
          .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(')
      : null,
}

/** The script that runs first on every page. */
const earlyEntry = 'src/lib/browser/early-clicks.ts'
const early = { name: 'early', test: /browser\/(early-clicks|first-touch|guest|kept-clicks|place)/ }

/** Modules that every first view needs although the entry does not import them, and modules too small for a chunk. */
const borrowed =
  /ui\/values\/icon\.ts|contract\/src\/\w+\/(constants|money|options-text|paths|pictures|pricing|shop|totals)\.ts|cart\/cart-product|storefront\/missing-page|ui\/(layout\/breadcrumb|controls\/(quantity-\w+|select-box)|values\/(line-options|rating|stock-note))\.tsx/

/** The shop's own code of the first view in one file, because many small files wait for each other. */
const shop = {
  debugName: 'shop',
  name: (id: string, context: Rolldown.ChunkingContext) =>
    borrowed.test(id) || isInFirstView(id, context) ? 'shop' : null,
}

/** Icons that several pages share, each too small for a chunk of its own; icons of staff pages are separate. */
const icons = {
  ...{ name: 'icons', test: /lucide-react/, minShareCount: 2 },
  ...{ entriesAware: true, entriesAwareMergeThreshold: 800 },
}

/** Modules that the first view of a product does not need; the rest of home is cards and sections of other pages too. */
const homeOnly =
  /storefront\/(home-|texts\/help-block|recently-viewed-section)|catalog\/(category-row|home-products|collections)|lib\/home\.ts|recently-viewed\.store/

/** Whether the entry or the home page imports a module statically, directly or through other modules. */
function isInFirstView(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (!id.includes('/web/src/') || homeOnly.test(id) || seen.has(id)) return false
  seen.add(id)
  if (id.endsWith('/entry-client.tsx')) return true
  const importers = context.getModuleInfo(id)?.importers ?? []
  return importers.some(importer => homeOnly.test(importer) || isInFirstView(importer, context, seen))
}

/** Replaces lucide-react's renderer, which its icons import by this path, with the shop's own. */
const ownIcons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: fileURLToPath(new URL('src/ui/values/icon.ts', import.meta.url)),
}

/** Replaces Vite's preload helper, which takes 1 kB: it loads the styles of chunks, and the shop's chunks have none. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre' as const,
  load: (id: string) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : null),
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), plainImports, ...(isSsrBuild ? [] : [leanLibraries])],
  resolve: { alias: [ownIcons] },
  // One self-contained server bundle: no module is resolved at start, and React's production build is included.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    // Lists of files to preload would enlarge all pages; the code of links is prefetched in time anyway.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['src/entry-client.tsx', earlyEntry],
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: { groups: [early, fullRouter, vendor, shop, icons] },
            // Pages contain file names twice, and by default a chunk of icons is named after all pages that share it.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          },
        },
  },
}))
