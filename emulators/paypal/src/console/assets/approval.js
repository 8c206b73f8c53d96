{
  const { result, orderId, payerId, origin, href } = document.currentScript.dataset

  if (window.opener && origin) {
    const message = { type: 'paypal-emulator', result, orderId, payerId: payerId || undefined }
    window.opener.postMessage(message, origin)
    window.close()
  } else if (href) {
    location.replace(href)
  }
}
