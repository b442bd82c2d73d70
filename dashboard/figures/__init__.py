"""Pure functions from lanes to plotly figures. Show them with `theme=None` and `common.CONFIG`."""
