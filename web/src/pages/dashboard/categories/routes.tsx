import type { RouteObject } from 'react-router'

export const categoryRoutes: RouteObject[] = []
