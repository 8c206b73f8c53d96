import { createContext, type Ref } from 'react'

/** Stands for the parts of React Router that a page of its framework mode has, and no page here (vite.config.ts). */
export const FrameworkContext = createContext(undefined)
export const PrefetchPageLinks = () => null
export const usePrefetchBehavior = () => [false, null, {}]
export const mergeRefs = <Element>(ref: Ref<Element>) => ref

/** Stand for React Query's infinite queries, which no page has (vite.config.ts). */
export const infiniteQueryBehavior = () => undefined
export const hasNextPage = () => false
export const hasPreviousPage = hasNextPage
