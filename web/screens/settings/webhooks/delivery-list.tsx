import { oneOf, optionalText, wholeNumber } from "../../../client/codec.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { PagedView } from "../../../components/paged-view.tsx";
import { Panel } from "../../../components/panel.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { deliveryStatuses, isDueSoon, statusNames } from "./webhook-texts.ts";

const REREAD_MS = 5_000;

const state = { status: oneOf(["", ...deliveryStatuses], ""), page: wholeNumber(1), delivery: optionalText() };

const options = [{ id: "" as const, name: "All" }, ...deliveryStatuses.map((id) => ({ id, name: statusNames[id] }))];

/** Lists the deliveries of the last 30 days. While one is about to be sent, the list is read again. */
export function DeliveryList({ webhookId }: { readonly webhookId: number }) {
  const [{ status, page, delivery }, set] = useQueryState(state);
  const chosen = status === "" ? {} : { status };
  const deliveries = useRead(
    "listDeliveries",
    { params: { webhook_id: webhookId }, query: { ...chosen, page } },
    {
      keepPrevious: true,
      refetchInterval: (body) => body?.data.some((one) => isDueSoon(one, Date.now())) === true && REREAD_MS,
    },
  );
  const opened = deliveries.data?.data.find(({ id }) => String(id) === delivery);
  return (
    <Panel title="Deliveries">
      <FilterBar label="Filter the deliveries">
        <SelectField
          label="Status"
          value={status}
          onChange={(next) => set({ status: next, page: 1, delivery: undefined })}
          options={options}
        />
      </FilterBar>
      <PagedView
        query={deliveries}
        onPage={(next) => set({ page: next, delivery: undefined })}
        empty={
          <EmptyState title={status === "" ? "Nothing was sent yet" : "There is no such delivery"}>
            {status === "" ? "Send a test, and see how your receiver responds." : "Choose another status."}
          </EmptyState>
        }
      >
        {({ data }) => (
          <DeliveryTable
            webhookId={webhookId}
            deliveries={data}
            filter={chosen}
            onOpen={({ id }) => set({ delivery: String(id) })}
          />
        )}
      </PagedView>
      <DeliveryDialog delivery={opened} onClose={() => set({ delivery: undefined })} />
    </Panel>
  );
}
