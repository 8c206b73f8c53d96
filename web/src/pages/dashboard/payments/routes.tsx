import type { RouteObject } from 'react-router'

export const paymentRoutes: RouteObject[] = []
