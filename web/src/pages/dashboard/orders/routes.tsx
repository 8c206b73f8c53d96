import type { RouteObject } from 'react-router'

export const orderRoutes: RouteObject[] = []
