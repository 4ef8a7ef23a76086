/** Tells the client, before it is loaded, where the engine is. */
declare const __SANDBOX__: string;
(globalThis as { WEBCONTAINER_API_IFRAME_URL?: string }).WEBCONTAINER_API_IFRAME_URL = __SANDBOX__;
