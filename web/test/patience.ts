import { configure } from '@testing-library/react'

/** Timeout for elements to appear: a lazy part of a page takes longer than a second on a busy machine. */
configure({ asyncUtilTimeout: 5000 })
