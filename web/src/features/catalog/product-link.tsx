import type { ProductCard } from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { productQuery } from './catalog.api.ts'

interface ProductLinkProps extends Omit<LinkProps, 'to'> {
  product: Pick<ProductCard, '_id'>
}

/** Fetches the product as soon as somebody reaches for its link. */
export function ProductLink({ product, ...props }: ProductLinkProps) {
  const queryClient = useQueryClient()

  function handleIntent() {
    void queryClient.prefetchQuery(productQuery(product._id))
  }

  return (
    <Link
      {...props}
      to={paths.product(product._id)}
      onPointerEnter={handleIntent}
      onFocus={handleIntent}
      onTouchStart={handleIntent}
    />
  )
}
