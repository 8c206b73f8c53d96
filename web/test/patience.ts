import { configure } from '@testing-library/react'

/** How long a test waits for what appears: a lazy part of a page takes longer than a second on a busy machine. */
configure({ asyncUtilTimeout: 5000 })

// jsdom has no layout to scroll.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView ??= () => {}
