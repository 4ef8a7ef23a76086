import * as z from 'zod';
import type { Json } from '../shared/json.ts';
import { messageTypes } from '../work/messages/message.ts';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';

const NO_RECEIVER = 'either to_agent_id or to_agent_role is required';

export const sendAgentMessage = defineTool({
  name: 'send_agent_message',
  description: 'Send a message to another agent, or to the person ("user"). It is read at the receiver\'s next turn. Give to_agent_id or to_agent_role; the id counts if both are given.',
  toolset: 'work',
  permission: 'write',
  input: z.strictObject({
    to_agent_id: z.string().optional(),
    to_agent_role: z.string().optional().describe('For example "qa-engineer" or "code-reviewer".'),
    message_type: z.enum(messageTypes).describe('question: asks for information; delegation: asks to do a task; notification: tells of an event.'),
    message_subject: z.string().optional(),
    message_body: z.string().optional(),
    in_reply_to: z.string().min(1).optional().describe('The id of the message that this one answers.'),
    message_payload: z.record(z.string(), z.unknown()).optional().describe('More data.'),
  }).superRefine(({ to_agent_id, to_agent_role }, { addIssue }) => {
    if (!to_agent_id && !to_agent_role) addIssue({ code: 'custom', message: NO_RECEIVER, params: { missing: ['to_agent_id', 'to_agent_role'] } });
  }),
  examples: [
    { to_agent_role: 'code-reviewer', message_type: 'question', message_subject: 'API design review', message_body: 'Does this API design follow our best practices?' },
    { to_agent_id: 'agent-pm-1', message_type: 'notification', message_subject: 'Feature complete', message_body: 'Authentication feature is complete and all tests pass' },
  ],
  card: { icon: 'message', body: 'text', summary: (args) => `to ${String(args.to_agent_id || args.to_agent_role)}: ${String(args.message_subject ?? args.message_type)}` },
  refusal({ missing, invalid }) {
    if (missing.includes('message_type')) return `message_type is required (${messageTypes.join(', ')})`;
    if (missing.includes('to_agent_id')) return NO_RECEIVER;
    return invalid.includes('message_type') ? `message_type must be one of: ${messageTypes.join(', ')}` : undefined;
  },
  async run({ to_agent_id, to_agent_role, message_type, message_subject, message_body, message_payload, in_reply_to }, { work, caller, signal }) {
    const messages = configured(work.messages, 'message bus not configured');
    const { message, to } = await messages.send({ to_agent_id, to_agent_role, message_type, subject: message_subject, body: message_body, payload: message_payload as Json | undefined, in_reply_to }, caller, signal);
    const { id, subject, kind, priority, requires_response } = message;
    return {
      message: 'message sent', output: `Sent ${id} to ${to.id} (${to.role}).`,
      metadata: { message_id: id, to_agent_id: to.id, to_agent_role: to.role, message_type, message_subject: subject, kind, priority, requires_response, ...(in_reply_to === undefined ? {} : { in_reply_to }) },
    };
  },
});
