/** What tools need besides the sandbox: the shared work of people and agents. A page may lack any of them; the tool that needs it then says `not_configured`. */
export interface WorkServices {
}
