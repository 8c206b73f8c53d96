import {
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  type RouterInit,
} from 'react-router'

/** The full router, like that of `createBrowserRouter()`; in a chunk of its own (ADR 0048). */
export const openRouter = (init: RouterInit): DataRouter => createRouter({ ...init, mapRouteProperties }).initialize()
