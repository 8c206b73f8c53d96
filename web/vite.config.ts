import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { define } from './default-shop.ts'

/** What every page needs in one file, apart from the first script, because many small files wait for each other. */
const common = { name: 'common', test: (id: string) => !id.endsWith('/early.ts'), tags: ['$initial' as const] }

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  // One self-contained server bundle: no module is resolved at start, and React's production build is included.
  ssr: { noExternal: true },
  define: { ...define, ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }) },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['src/entry-client.tsx', 'src/early.ts'],
          output: { codeSplitting: { groups: [common] } },
        },
  },
}))
