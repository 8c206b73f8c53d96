import type { RouteObject } from 'react-router'

export const mediaRoutes: RouteObject[] = []
