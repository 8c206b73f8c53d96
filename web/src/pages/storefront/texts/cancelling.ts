/** For Contact and the Terms: who may cancel an order, until when, and the refund (B19). */
export const CANCELLING =
  'Until it is shipped you can cancel an order yourself, paid or not, on its own page. What you paid for it goes back the way it came.'
