import { configure } from '@testing-library/react'

/** Timeout for elements to appear: a lazy part of a page takes several seconds beside the browser tests. */
configure({ asyncUtilTimeout: 20_000 })
