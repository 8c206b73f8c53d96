import { Navigate, type RouteObject, useRoutes } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { auditRoutes } from './audit/routes.tsx'
import { categoryRoutes } from './categories/routes.tsx'
import { customerRoutes } from './customers/routes.tsx'
import { DashboardLayout } from './dashboard-layout.tsx'
import { disputeRoutes } from './disputes/routes.tsx'
import { homeRoutes } from './home/routes.tsx'
import { mediaRoutes } from './media/routes.tsx'
import { MissingScreen } from './missing-screen.tsx'
import { orderRoutes } from './orders/routes.tsx'
import { paymentRoutes } from './payments/routes.tsx'
import { productRoutes } from './products/routes.tsx'

/** In a chunk of their own, so that a shopper's first page does not carry the addresses of staff (B119 for the first). */
const routes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.dashboard} replace /> },
  ...homeRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...productRoutes,
  ...categoryRoutes,
  ...customerRoutes,
  ...mediaRoutes,
  ...disputeRoutes,
  ...auditRoutes,
  { path: '*', element: <MissingScreen /> },
]

export function DashboardRoutes() {
  return <DashboardLayout>{useRoutes(routes)}</DashboardLayout>
}
