/** All that a bundle keeps of the client. It would keep the whole of a package that is itself imported dynamically. */
export { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
