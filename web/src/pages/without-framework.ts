import { createContext, type Ref } from 'react'

/** Stubs of React Router's parts for its framework mode, which the shop does not use (vite.config.ts). */
export const FrameworkContext = createContext(undefined)
export const PrefetchPageLinks = () => null
export const usePrefetchBehavior = () => [false, null, {}]
export const mergeRefs = <Element>(ref: Ref<Element>) => ref

/** Stubs of React Query's infinite queries, which the shop does not use (vite.config.ts). */
export const infiniteQueryBehavior = () => undefined
export const hasNextPage = () => false
export const hasPreviousPage = hasNextPage
