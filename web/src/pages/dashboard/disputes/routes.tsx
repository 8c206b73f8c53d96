import type { RouteObject } from 'react-router'

export const disputeRoutes: RouteObject[] = []
